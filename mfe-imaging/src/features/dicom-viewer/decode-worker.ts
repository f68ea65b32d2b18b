/** The bundle made by webpack.config.ts, beside this module's other files. */
const BUNDLE = 'decode/worker.mjs';

declare const __webpack_public_path__: string;

/** Starts the decode worker. On a page of another origin it starts through a small script of that page, as browsers ask. */
export function startDecodeWorker(): Worker {
  const address = new URL(BUNDLE, new URL(__webpack_public_path__, document.baseURI));
  if (address.origin === window.origin) return new Worker(address, { type: 'module', name: 'dicom-decode' });
  const script = URL.createObjectURL(new Blob([relay(address.href)], { type: 'text/javascript' }));
  const worker = new Worker(script, { type: 'module', name: 'dicom-decode' });
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
