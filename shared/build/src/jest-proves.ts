import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { type Proves, provesBy } from '@phr/testing/proves';

declare global {
  var proves: Proves;
}

globalThis.proves = provesBy({
  assertions: () => expect.getState().assertionCalls,
  record: (id) => {
    // one file per worker, merged by tools/proven-rows.ts
    const folder = process.env['PROVEN_ROWS'];
    if (folder !== undefined) appendFileSync(path.join(folder, `${process.pid}.txt`), `${id}\n`);
  },
});
