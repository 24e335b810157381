/// News
