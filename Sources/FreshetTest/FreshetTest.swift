/// FreshetTest
