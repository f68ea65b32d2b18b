import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { receive } from './checked-content.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-drafts-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test.each(['ENOSPC', 'EDQUOT'])(
  'a file that the disk has no room for (%s) can be sent again later, and leaves nothing',
  async (code) => {
    const content = Readable.from(
      (function* parts() {
        yield Buffer.from('%PDF-1.4');
        throw Object.assign(new Error('no space left on device'), { code });
      })(),
    );
    await expect(receive(dir, `p/papers/${crypto.randomUUID()}.pdf`, content, 1_000)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The disk of the files is full',
    });
    expect(await readdir(path.join(dir, 'drafts'))).toEqual([]);
  },
);
