const { TestEnvironment } = require('jest-environment-jsdom');

// jsdom lacks fetch and streams; tests use Node's.
const PLATFORM = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'AbortController',
  'AbortSignal',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'structuredClone',
  'crypto',
  'BroadcastChannel',
  'DOMException',
];

class BrowserEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    for (const name of PLATFORM) {
      if (globalThis[name] !== undefined)
        Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
  }
}

module.exports = BrowserEnvironment;
