'use strict';
// The parts of Prism that standin uses. It is CommonJS, so that it can be loaded synchronously on
// the first refusal; the build bundles this file and its dependencies into
// `dist/chunks/prism-vendor.cjs`.
const { validateInput, validateOutput } = require('@stoplight/prism-http/dist/validator/index.js');
const { transformOas3Operation } = require('@stoplight/http-spec/oas3/operation');
const { OPERATION_CONFIG } = require('@stoplight/http-spec/oas');

module.exports = { validateInput, validateOutput, transformOas3Operation, OPERATION_CONFIG };
