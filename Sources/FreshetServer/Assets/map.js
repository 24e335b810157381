// map.js
