// pnpm release <action> <module> [--version 1.0.1] …
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSigner } from '@phr/cli/envelope';
import { actionOf, actionsHelp, RELEASE_OPTIONS, type Source } from '@phr/cli/release-actions';
import { readRelease } from '@phr/cli/release-files';
import { runTests } from '@phr/cli/work';
import { createReleaseService, readChannels } from '@phr/cli/release-service';
import { type MachineKey, readMachineKey } from '../backend/src/releases/machine-key.ts';
import { buildPackage } from './build-package.ts';
import { manageKeys } from './release-keys.ts';
import { dataDir, dirOf, manifestOf, MODULES, ROOT, versionOf } from './workspace.ts';

const HELP = `usage: pnpm release <action> <module> [--environment production] [--reason "why"]
${actionsHelp()}
  publish is to 5 % of devices where --percent is not named. --from <folder>: a module of another repository, built there;
          A module of this checkout is tested first; --unit-tests N: how many your run passed, with types and lint good
  status without a module: of all of them
  keys <add | revoke | list>: keys of teams, on the machine of the product
The service is that of the product on DATA_DIR, or RELEASES_URL with RELEASE_KEY, RELEASE_SIGNING_ID and RELEASE_SIGNING_KEY (a file).
modules: ${MODULES.join(', ')}`;

const OPTIONS = {
  ...RELEASE_OPTIONS,
  from: { type: 'string' },
  'unit-tests': { type: 'string' },
} as const;

const KEY_OPTIONS = {
  team: { type: 'string' },
  module: { type: 'string', multiple: true },
  environment: { type: 'string', multiple: true },
  action: { type: 'string', multiple: true },
  days: { type: 'string' },
  'public-key': { type: 'string' },
  developer: { type: 'string' },
} as const;

/** The key of the environment, or else that of the product on DATA_DIR. Throws Error that names what is missing. */
async function keyOf(env: NodeJS.ProcessEnv): Promise<MachineKey> {
  const known = await readMachineKey(dataDir());
  const { RELEASES_URL: url, RELEASE_KEY: key, RELEASE_SIGNING_ID: id, RELEASE_SIGNING_KEY: file } = env;
  if (url === undefined && known !== undefined) return known;
  if (url === undefined || key === undefined)
    throw new Error(
      `No product has run on ${dataDir()} that takes releases: start it, or set RELEASES_URL and RELEASE_KEY.`,
    );
  const privateKey = await readSigner(file ?? '');
  return { url, key, environment: env['RELEASE_ENVIRONMENT'] ?? 'staging', signing: { id: id ?? '', privateKey } };
}

/** A module of this checkout, which is built here, or one of another repository, which is already built. */
function sourceOf(module: string, elsewhere: string | undefined, passed: string | undefined): Source {
  const folder = elsewhere ?? dirOf(module);
  return {
    version: async () => versionOf(folder),
    async release(version) {
      if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`"${version}" is not a version like 1.2.3`);
      if (elsewhere !== undefined) return readRelease(folder, version, Number(passed ?? 0));
      const unitTests =
        passed === undefined ? await runTests(ROOT, [`${path.relative(ROOT, folder)}/`]) : Number(passed);
      await buildPackage(module, version);
      return readRelease(folder, version, unitTests);
    },
  };
}

/** The handler of a command; undefined for an unknown one. */
async function answerOf([name = '', ...words]: readonly string[]): Promise<string | undefined> {
  if (name === 'keys') {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: KEY_OPTIONS });
    return manageKeys(positionals, values);
  }
  const action = actionOf(name);
  if (action === undefined) return undefined;
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
  const elsewhere = values.from === undefined ? undefined : path.resolve(values.from);
  const [module = elsewhere === undefined ? '' : manifestOf(elsewhere).name] = positionals;
  const key = await keyOf(process.env);
  const at = { ...key, environment: values.environment ?? key.environment };
  if (module === '') return name === 'status' ? JSON.stringify(await readChannels(at), null, 2) : undefined;
  const answer = await action.run({
    service: createReleaseService(at, module),
    module,
    source: sourceOf(module, elsewhere, values['unit-tests']),
    reason: values.reason ?? `pnpm release ${name}`,
    values: name === 'publish' ? { percent: '5', ...values } : values,
    warn: console.error,
  });
  return JSON.stringify(answer, null, 2);
}

try {
  const answer = await answerOf(process.argv.slice(2));
  if (answer !== undefined) console.log(answer);
  else {
    console.error(HELP);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
