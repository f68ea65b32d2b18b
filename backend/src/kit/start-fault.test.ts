import { asStartFault, faultInWords, StartFault } from './start-fault.ts';

const places = {
  ports: [
    ['PORT', 4000],
    ['IDENTITY_PORT', 80],
  ],
  folders: [
    ['RELEASES_DIR', '/data/releases'],
    ['LOG_FILE', '/var/log/phr/log.json'],
    ['DATA_DIR', '/data'],
  ],
} as const;
const fault = (fields: object) => Object.assign(new Error('raw'), fields);

test.each([
  ['a port that is taken', { code: 'EADDRINUSE', syscall: 'listen', port: 4000 }, /^Port 4000 is in use .* PORT /],
  [
    'a port that is not allowed',
    { code: 'EACCES', syscall: 'listen', port: 80 },
    /^Port 80 may not be used .* IDENTITY_PORT /,
  ],
  [
    'an address of another machine',
    { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.9.9.9' },
    /10\.9\.9\.9: set HOST /,
  ],
  [
    'a folder that is not writable',
    { code: 'EACCES', path: '/data/postgres/owner.pid' },
    /^\/data\/postgres\/owner\.pid cannot be written .* DATA_DIR /,
  ],
  ['a folder of its own on a read-only disk', { code: 'EROFS', path: '/data/releases/mfe-vitals' }, /RELEASES_DIR/],
  [
    'a file where a folder must be',
    { code: 'ENOTDIR', path: '/data/releases' },
    /file is in its way: set RELEASES_DIR/,
  ],
  [
    'a full disk',
    { code: 'ENOSPC', path: '/data/secrets.json' },
    /^The disk of \/data\/secrets\.json is full: .* DATA_DIR /,
  ],
  ['a full disk of the database', { code: '53100' }, /^The disk of \/data is full: .* DATA_DIR /],
  [
    'the same behind an error of our own',
    { code: 'UNAVAILABLE', cause: fault({ code: '53100' }) },
    /^The disk of \/data is full: .* DATA_DIR /,
  ],
  [
    'a full disk under what is copied',
    { code: 'ENOSPC', syscall: 'copyfile', path: '/work/dist/a.js', dest: '/data/releases/a.js' },
    /^The disk of \/data\/releases\/a\.js is full: .* RELEASES_DIR /,
  ],
  [
    'a folder that a read-only disk does not take',
    { code: 'ENOENT', syscall: 'mkdir', path: '/data/postgres' },
    /^\/data\/postgres cannot be written .* DATA_DIR /,
  ],
  [
    'a file in a folder that nobody has made',
    { code: 'ENOENT', syscall: 'open', path: '/var/log/phr/log.json' },
    /^\/var\/log\/phr\/log\.json does not exist, or its folder does not: .* LOG_FILE\.$/,
  ],
])('%s is told in one sentence that names the setting', (_what, fields, words) => {
  const told = asStartFault(fault(fields), places);
  expect(told).toBeInstanceOf(StartFault);
  expect(String(told)).toMatch(/^StartFault: [^\n]+\.$/);
  expect((told as Error).message).toMatch(words);
});

test("the disk of somebody else's database is told with its address, without the password", () => {
  const told = asStartFault(fault({ code: '53100' }), {
    ...places,
    databaseUrl: 'postgres://phr:secret-word@db.example:5432/phr',
  });
  expect(String(told)).toBe(
    'StartFault: The disk of the database db.example:5432/phr is full: make room there, or correct DATABASE_URL.',
  );
});

test('an error of our own stays what it is', () => {
  const own = new TypeError('x');
  expect(asStartFault(own, places)).toBe(own);
});

test('what PostgreSQL says of its disk is told with our setting', () => {
  expect(
    faultInWords(
      'FATAL:  could not write to file "pg_wal/xlogtemp.29": No space left on device',
      '/data/postgres',
      'DATA_DIR',
    )?.message,
  ).toMatch(/\/data\/postgres is full: .* DATA_DIR /);
  expect(
    faultInWords('initdb: error: could not create directory "x": Permission denied', '/data/postgres', 'DATA_DIR')
      ?.message,
  ).toMatch(/cannot be written .* DATA_DIR /);
  expect(faultInWords('FATAL: lock file exists', '/data', 'DATA_DIR')).toBeUndefined();
});
