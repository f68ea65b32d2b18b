import { createDiscovery } from './discovery.ts';

const document = {
  issuer: 'https://id.test',
  authorization_endpoint: 'https://id.test/a',
  token_endpoint: 'https://id.test/t',
  userinfo_endpoint: 'https://id.test/u',
  end_session_endpoint: 'https://id.test/e',
};

test('[CALL-05] asks for the discovery document once', async () => {
  const urls: string[] = [];
  const discover = createDiscovery('https://id.test/', (async (url: string) => {
    urls.push(url);
    return new Response(JSON.stringify(document));
  }) as typeof fetch);
  const [first, second] = await Promise.all([discover(), discover()]);
  expect(first).toBe(second);
  expect(first.userinfoEndpoint).toBe('https://id.test/u');
  expect(urls).toEqual(['https://id.test/.well-known/openid-configuration']);
});

test('[ERR-08] an unreachable identity service is its own error, and is asked again at the next call', async () => {
  let up = false;
  const discover = createDiscovery('https://id.test', (async () => {
    if (!up) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(document));
  }) as typeof fetch);
  await expect(discover()).rejects.toMatchObject({ code: 'NETWORK', source: 'ID_SERVER' });
  up = true;
  await expect(discover()).resolves.toMatchObject({ issuer: 'https://id.test' });
});

test('a document with a missing address is refused', async () => {
  const { token_endpoint: _left, ...rest } = document;
  await expect(
    createDiscovery('https://id.test', (async () => new Response(JSON.stringify(rest))) as typeof fetch)(),
  ).rejects.toMatchObject({ code: 'SERVER_ERROR' });
});
