// The parts of Express that the server uses. Express's own entry point loads its application, response methods, MIME
// types and body parsers at every start, which takes as long as everything else of Express together.
const Router = require('router');

exports.Router = Router;
Object.defineProperty(exports, 'static', { enumerable: true, get: () => require('serve-static') });
