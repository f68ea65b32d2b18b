import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesForDevelopers, FOR_DEVELOPERS } from './size-gate.ts';
import { ROOT } from './workspace.ts';

test('a built file with code for developers is found by a text that this code has and nothing else', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'dist-'));
  try {
    await writeFile(path.join(dist, 'main.js'), 'location.hash="#today"');
    expect(await filesForDevelopers(dist)).toEqual([]);
    await writeFile(path.join(dist, 'signed-in.js'), `end.href="${FOR_DEVELOPERS}"`);
    expect(await filesForDevelopers(dist)).toEqual(['signed-in.js']);
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
  for (const file of ['override.ts', 'dev-panel.ts'])
    expect(await readFile(path.join(ROOT, 'shell/src/services/host', file), 'utf8')).toContain(`'${FOR_DEVELOPERS}'`);
});
