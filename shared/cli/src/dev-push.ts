import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { keysIn, ownFile } from './release.ts';
import { readRelease } from './release-files.ts';
import { createReleaseService } from './release-service.ts';
import { build, moduleFolder } from './work.ts';

/** `phr dev push`: the module as it is now, in the product, for its developer alone. Rejects with the service's own words. */
export async function devPush(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { environment: { type: 'string', default: 'staging' } },
  });
  const keys = await keysIn(process.env);
  const { name } = (await ownFile('module.json')) as { name: string };
  const { version: released } = (await ownFile('package.json')) as { version: string };
  // a number that nobody else finds, and no release ever has
  const version = `${released}-dev.${randomBytes(16).toString('hex')}`;
  await build(['--version', version]);
  const service = createReleaseService({ environment: values.environment, ...keys }, name);
  const endsAt = await service.push(await readRelease(moduleFolder(), version, 0));
  console.log(`${name} ${version} is shown to you alone until ${endsAt}: load the page of ${values.environment} anew`);
}
