/** Where the product under test listens; away from the ports of a running demo. */
export const PORTS = { shell: 4400, identity: 4401, files: 4402, partner: 4410 } as const;
export const SHELL = `http://localhost:${PORTS.shell}`;
export const IDENTITY = `http://localhost:${PORTS.identity}`;
export const PARTNER = `http://localhost:${PORTS.partner}`;

export const ACCOUNT = { user: '0901234567', password: 'phr-demo-2026' } as const;
