// Starts the built product on fresh demo data for the specs, and a partner's site on another origin. Ends with its
// parent.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../backend/src/kit/config.ts';
import { runningDatabase } from '../../backend/src/app/running-database.ts';
import { provisionHub } from '../../backend/src/gateway/hub/hubs.ts';
import { readPartner, registerPartner } from '../../backend/src/identity/partners.ts';
import { runUntilSignal, startProduct } from '../../backend/src/app/main.ts';
import { buildAll } from '../../tools/build.ts';
import { dirOf, manifestOf, moduleBuilds, MODULES, ROOT } from '../../tools/workspace.ts';
import { HUBS, IDENTITY, PARTNER, PORTS, PUSH, SHELL } from './addresses.ts';
import { CLINIC, startPartner } from './partner-server.ts';
import { SERVER_LOG } from './server-log.ts';

const data = path.join(ROOT, `.data/e2e-${PORTS.shell}`);
await rm(data, { recursive: true, force: true });
process.env['RELEASES_DIR'] = path.join(data, 'releases');

const builds = moduleBuilds(await buildAll());
const EMBEDDABLE = MODULES.filter((name) => manifestOf(name).partner !== undefined);

const config = readConfig({
  ...process.env,
  DEMO: '1',
  DATA_DIR: data,
  LOG_LEVEL: 'debug',
  LOG_FILE: SERVER_LOG,
  PORT: String(PORTS.shell),
  IDENTITY_PORT: String(PORTS.identity),
  FILES_PORT: String(PORTS.files),
  RELEASES_PORT: String(PORTS.releases),
  // as in an installation where several teams release: each release is published here first
  RELEASE_ENVIRONMENT: 'staging',
  SHELL_DIR: path.join(dirOf('shell'), 'dist'),
  EMBED_DIR: path.join(dirOf('shared/embed'), 'dist'),
  PUSH_ORIGINS: PUSH,
  // All specs sign in from one machine; the limits have their own tests.
  LIMIT_SIGN_IN_PER_MINUTE_IP: '100000',
  LIMIT_API_PER_MINUTE_USER: '1000000',
  LIMIT_REGISTER_PER_HOUR_IP: '100000',
  LIMIT_OTP_PER_HOUR_IP: '100000',
  LIMIT_OTP_PER_HOUR_PHONE: '100000',
  LIMIT_BOOKINGS_PER_DAY_PERSON: '100000',
  LIMIT_SOCKETS_PER_USER: '100000',
  LIMIT_UPLOAD_SERIES_PER_HOUR: '100000',
  LIMIT_UPLOAD_BYTES_PER_HOUR_USER: '1000000000000',
  LIMIT_UPLOAD_BYTES_PER_HOUR_NETWORK: '1000000000000',
});
const product = await startProduct(config, builds);
const database = await runningDatabase(config);
for (const { mac, secret } of HUBS) await provisionHub(database, mac, secret);
const partner = startPartner(await registerPartner(database, readPartner(CLINIC, EMBEDDABLE)));
await database.close();

console.log(`ready: ${SHELL}, identity ${IDENTITY}, partner ${PARTNER}`);
runUntilSignal(product, config, async () => {
  partner.close();
  await sayErrors();
});

/** Errors in the servers during the run, for the person who reads its output. */
async function sayErrors(): Promise<void> {
  for (const line of (await readFile(SERVER_LOG, 'utf8')).split('\n'))
    if (/^\{"level":[56]0,/.test(line)) console.error(line);
}
