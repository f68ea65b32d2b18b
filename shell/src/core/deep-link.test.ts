import { deepLinkPath } from './deep-link.ts';
import { createRouteTable } from './routes.ts';

const origins = { origin: 'https://phr.example', scheme: 'phr' };
const table = createRouteTable([]);
const open = (link: string) => {
  const path = deepLinkPath(link, origins);
  const found = path === undefined ? undefined : table.find(path.split('?')[0] ?? '');
  return found && { screen: found.route.screen, params: found.params };
};

test.each([
  'dashboard',
  'quick-in?t=F0H&e=E1&o=O1',
  'oneid-cb?code=c&state=s',
  'auth-cb?error=x',
  'partner/zalo',
  'utm/a/b',
  'register-org/1/2',
])('[DEEP-01] %s is the same link from the web origin and from the scheme', (rest) => {
  const path = `/${rest}`;
  for (const link of [
    `https://phr.example/${rest}`,
    `phr://${rest}`,
    `phr:${rest}`,
    `PHR:///${rest}`,
    `  phr://${rest} `,
  ])
    expect(deepLinkPath(link, origins)).toBe(path);
  expect(open(`phr://${rest}`)).toBeDefined();
});

test('[DEEP-01] another scheme is one only where it is configured', () => {
  expect(deepLinkPath('sosuckhoe://dashboard', { ...origins, scheme: 'sosuckhoe' })).toBe('/dashboard');
  expect(deepLinkPath('phr://dashboard', { ...origins, scheme: 'sosuckhoe' })).toBeUndefined();
});

test('[DEEP-02] a utm link has from none to six segments', () => {
  const names = ['source', 'medium', 'campaign', 'term', 'content', 'id'];
  for (let count = 0; count <= 6; count += 1) {
    const given = names.slice(0, count);
    expect(open(`phr://${['utm', ...given].join('/')}`)).toEqual({
      screen: 'utm',
      params: Object.fromEntries(given.map((name) => [name, name])),
    });
  }
  expect(open(`phr://utm/${[...names, 'seventh'].join('/')}`)).toBeUndefined();
});

test('[DEEP-08] a register-org link has from none to three segments', () => {
  const names = ['ro', 'so', 't'];
  for (let count = 0; count <= 3; count += 1) {
    const given = names.slice(0, count);
    expect(open(`https://phr.example/${['register-org', ...given].join('/')}`)).toEqual({
      screen: 'register-org',
      params: Object.fromEntries(given.map((name) => [name, name])),
    });
  }
  expect(open('phr://register-org/1/2/3/4')).toBeUndefined();
});

test.each([
  'https://evil.example/dashboard',
  'https://phr.example@evil.example/',
  'https://phr.example.evil.example/dashboard',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://phr.example/dashboard',
  '//evil.example',
  'dashboard',
  '',
  'https://me:x@phr.example/dashboard',
])('%p is no link of the app', (link) => {
  expect(deepLinkPath(link, origins)).toBeUndefined();
});

test('a path never leaves the app, however it is written', () => {
  expect(deepLinkPath('phr:////evil.example/dashboard', origins)).toBe('/evil.example/dashboard');
  expect(deepLinkPath('phr://../../dashboard', origins)).toBe('/dashboard');
});

test.each([
  ['dashboard', 'dashboard'],
  ['oneid-cb?code=c&state=s', 'oneid-cb'],
  ['auth-cb?code=c&state=s', 'auth-cb'],
])('[DEEP-03, DEEP-05, DEEP-06] %s opens %s', (link, screen) => {
  expect(open(`phr://${link}`)?.screen).toBe(screen);
  expect(open(`https://phr.example/${link}`)?.screen).toBe(screen);
});
