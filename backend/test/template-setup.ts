import { startTemplateServer, type TemplateServer } from './template-databases.ts';

let server: TemplateServer | undefined;

/** Before all tests: creates the databases to copy from, unless no selected test needs one. */
export default async function setUp({
  testPathPatterns,
}: {
  readonly testPathPatterns?: { readonly patterns?: readonly string[] };
}): Promise<void> {
  const patterns = testPathPatterns?.patterns ?? [];
  if (patterns.length > 0 && !patterns.some((pattern) => /backend|tools/.test(pattern))) return;
  server = await startTemplateServer();
  process.env['TEST_DATABASES'] = server.address;
  // an interrupted run has no teardown, and a process ended by a signal has no exit event unless it handles the signal
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => {
    const pid = server?.pid();
    if (pid !== undefined) process.kill(pid, 'SIGINT');
  });
}

/** After all tests. */
export async function tearDown(): Promise<void> {
  await server?.stop();
  server = undefined;
}
