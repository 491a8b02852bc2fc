// Stands in for express's body parsers in the bundle: nothing in this program asks for one.
module.exports = {};
