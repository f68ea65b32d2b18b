declare const __webpack_public_path__: string;

/** URL of a file beside this module's other files. */
export const ownFile = (path: string): URL => new URL(path, new URL(__webpack_public_path__, document.baseURI));

/**
 * Starts a worker from one of this module's files; cross-origin through a small same-origin script, as browsers
 * require.
 */
export function startWorker(file: string, name: string): Worker {
  const address = ownFile(file);
  if (address.origin === window.origin) return new Worker(address, { type: 'module', name });
  const script = URL.createObjectURL(new Blob([relay(address.href)], { type: 'text/javascript' }));
  const worker = new Worker(script, { type: 'module', name });
  worker.addEventListener('message', () => URL.revokeObjectURL(script), { once: true });
  return worker;
}

/** Buffers messages until the bundle listens; a failed load becomes an error event. */
const relay = (address: string): string => `
const early = [];
const keep = (event) => early.push(event.data);
addEventListener('message', keep);
import(${JSON.stringify(address)}).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}, (error) => setTimeout(() => { throw error; }));
`;
