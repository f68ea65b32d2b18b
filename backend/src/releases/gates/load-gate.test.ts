import { generatedRelease, WORLD } from '../../../test/generated-release.ts';
import { OWN_TEAM } from '../team-keys.ts';
import { runGate } from './gate.ts';
import { loadGate } from './load-gate.ts';

/** The gate with a program in place of the browser. */
const look = (script: string, limitMs = 20_000) =>
  runGate(
    loadGate({
      command: [process.execPath, '--input-type=module', '-e', script, '--'],
      browser: '/chromium',
      strict: true,
      shellDir: '/shell',
      limitMs,
    }),
    generatedRelease(),
    WORLD,
  );
const READS = `import { readFileSync } from 'node:fs'; import path from 'node:path';
const job = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'));
const tell = (message) => console.log(JSON.stringify([{ where: 'w', message, fix: 'f' }]));`;

test('the browser gets the files as they were uploaded, and what a page knows of the release', async () => {
  const { ok, findings } = await look(
    `${READS} tell([job.container, job.version, job.mounts, job.shellDir, job.manifest.name, job.integrity.slice(0, 7),
      readFileSync(path.join(job.releaseDir, 'pdf/cmaps/x.bcmap'), 'utf8')].join(' '));`,
  );
  expect([ok, findings[0]?.message]).toEqual([false, 'mfe_notes__1_0_0 1.0.0 20 /shell mfe-notes sha384- bytes']);
});

test('its process has neither keys nor a database', async () => {
  process.env['DATABASE_URL'] = 'postgres://secret';
  try {
    const { findings } = await look(`${READS} tell(Object.keys(process.env).sort().join(' '));`);
    expect(findings[0]?.message.split(' ').filter((name) => !/^(PATH|HOME|TMPDIR|CHROMIUM|LANG)$/.test(name))).toEqual(
      [],
    );
  } finally {
    delete process.env['DATABASE_URL'];
  }
});

test('nothing found passes; a program that fails or says nonsense refuses, and one that hangs is ended', async () => {
  expect(await look(`console.log('[]')`)).toEqual({ id: 'LOAD', ok: true, findings: [] });
  expect(await look(`console.error('no browser'); process.exit(1)`)).toMatchObject({
    ok: false,
    findings: [{ message: 'LOAD could not look at it: no browser' }],
  });
  expect((await look(`console.log('done')`)).ok).toBe(false);
  const { findings } = await look(`setInterval(() => undefined, 1_000)`, 300);
  expect(findings[0]?.message).toBe('It was not done after 0.3 s');
});

test('without a browser it says so: others are refused where it is strict, else it is a warning', async () => {
  const without = async (strict: boolean, team: string) => {
    const gate = loadGate({ command: ['false'], browser: undefined, strict, shellDir: '/shell' });
    const { ok, findings } = await runGate(gate, generatedRelease(), { ...WORLD, team });
    expect(findings[0]?.message).toBe('Nothing was mounted: no browser is configured here');
    return ok;
  };
  expect([await without(true, 'notes'), await without(true, OWN_TEAM), await without(false, 'notes')]).toEqual([
    false,
    true,
    true,
  ]);
});
