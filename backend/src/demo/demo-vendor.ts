import { Readable } from 'node:stream';
import { ServerError } from '../kit/server-error.ts';
import type { Vendor, VendorFile } from '../gateway/emr/vendor.ts';

/** The code that opens the demo facility's files, and an expired one. */
export const DEMO_ACCESS = { id: 'SM-2026-0001', qr: 'MO-TAI-LIEU' } as const;
const EXPIRED = 'HET-HAN';

const TYPE_OF = { docs: 'application/pdf', images: 'image/', dicomimages: 'application/dicom' } as const;
const LISTED = 4;

/** A facility for the demo: it serves generated documents of invented people and accepts one code. */
export function createDemoVendor(): Vendor {
  // the generator belongs to the development packages
  const generate = async () => (await import('@phr/testing/demo-data')).demoBundles().flatMap(({ files }) => files);
  let made: ReturnType<typeof generate> | undefined;
  const generated = () => (made ??= generate());
  const check = ({ id, qr }: { readonly id: string; readonly qr: string }): void => {
    if (id === DEMO_ACCESS.id && qr === EXPIRED) throw new ServerError('QR_EXPIRED', 'The code has expired');
    if (id !== DEMO_ACCESS.id || qr !== DEMO_ACCESS.qr) throw new ServerError('NOT_FOUND', 'The file was not found');
  };
  const find = async (
    match: (file: { readonly key: string; readonly contentType: string }) => boolean,
  ): Promise<VendorFile | undefined> => {
    const file = (await generated()).find(match);
    return file === undefined
      ? undefined
      : { contentType: file.contentType, size: file.bytes.byteLength, body: Readable.from([Buffer.from(file.bytes)]) };
  };

  return {
    async document(access) {
      check(access);
      const found = await find(({ contentType }) => contentType === TYPE_OF.docs);
      if (found === undefined) throw new ServerError('NOT_FOUND', 'The file was not found');
      return found;
    },
    async list(kind, access) {
      check(access);
      const files = (await generated()).filter(({ contentType }) => contentType.startsWith(TYPE_OF[kind]));
      return { result: files.slice(0, LISTED).map(({ key }) => `/files/${key}`) };
    },
    file: (address) => find(({ key }) => address === `/files/${key}`),
  };
}
