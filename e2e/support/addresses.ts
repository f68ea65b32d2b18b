const first = Number(process.env['E2E_PORT'] ?? 4400);
/**
 * The addresses of the product under test. They differ from those of a running demo; E2E_PORT changes all of them, so
 * that several runs fit on one machine.
 */
export const PORTS = {
  shell: first,
  identity: first + 1,
  files: first + 2,
  broker: first + 3,
  releases: first + 4,
  partner: first + 10,
  push: first + 11,
} as const;
export const SHELL = `http://localhost:${PORTS.shell}`;
export const IDENTITY = `http://localhost:${PORTS.identity}`;
export const PARTNER = `http://localhost:${PORTS.partner}`;

/** The address for a spec's own push service. */
export const PUSH = `http://127.0.0.1:${PORTS.push}`;

/** Hubs without an owner: one for each worker, so that no two specs use the same hub. */
export const HUBS = ['5C:31:3E:00:E2:00', '5C:31:3E:00:E2:01', '5C:31:3E:00:E2:02'].map((mac) => ({
  mac,
  secret: 'a-hub-of-the-specs-2026',
}));

export const ACCOUNT = { user: '0901234567', password: 'phr-demo-2026' } as const;

export interface Account {
  readonly user: string;
  readonly password: string;
}
