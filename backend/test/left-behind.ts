// Starts a database server in the folder of the first argument, prints its process id and waits to be killed.
import { startEmbeddedServer } from '../src/demo/embedded-server.ts';
import { openPool } from '../src/kit/db/pool.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = await startEmbeddedServer({ dir: process.argv[2] ?? '', log: silent });
const db = openPool(server.url('postgres'), () => undefined);
await db.query('create table kept as select 42 as n');
console.log(server.pid());
setInterval(() => undefined, 60_000);
