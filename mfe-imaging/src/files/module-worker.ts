declare const __webpack_public_path__: string;

/** The address of a file that stands beside this module's other files. */
export const ownFile = (path: string): URL => new URL(path, new URL(__webpack_public_path__, document.baseURI));

/** Starts a worker from one of this module's files. On a page of another origin it starts through a small script of that page, as browsers ask. */
export function startWorker(file: string, name: string): Worker {
  const address = ownFile(file);
  if (address.origin === window.origin) return new Worker(address, { type: 'module', name });
  const script = URL.createObjectURL(new Blob([relay(address.href)], { type: 'text/javascript' }));
  const worker = new Worker(script, { type: 'module', name });
  worker.addEventListener('message', () => URL.revokeObjectURL(script), { once: true });
  return worker;
}

/** Messages that arrive before the bundle listens are kept and handed over; a bundle that cannot be loaded is an error event. */
const relay = (address: string): string => `
const early = [];
const keep = (event) => early.push(event.data);
addEventListener('message', keep);
import(${JSON.stringify(address)}).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}, (error) => setTimeout(() => { throw error; }));
`;
