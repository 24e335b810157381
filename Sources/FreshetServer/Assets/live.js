// live.js
