interface Rules { createScriptURL(url: string): string; createHTML(html: string): string; createScript(): never }
let rules: Rules | undefined;
Object.assign(window, { trustedTypes: { createPolicy: (name: string, made: Rules) => { if (name === 'default') rules = made; } } });
await import('./policy.ts');

test('[S-16] scripts come from this origin or from a worker that this page made', () => {
  for (const url of ['/main.js', `${location.origin}/m/mfe-vitals/1.0.0/remoteEntry.js?retry=1`, `blob:${location.origin}/1-2-3`]) expect(rules?.createScriptURL(url)).toBe(url);
  for (const url of ['https://evil.test/x.js', '//evil.test/x.js', 'data:text/javascript,1', 'javascript:1', 'blob:https://evil.test/1']) expect(() => rules?.createScriptURL(url)).toThrow(TypeError);
});

test('[S-16] HTML and script text are refused', () => {
  for (const html of ['<b>x</b>', ' ', 'x']) expect(() => rules?.createHTML(html)).toThrow(TypeError);
  expect(rules?.createHTML('')).toBe('');
  expect(() => rules?.createScript()).toThrow(TypeError);
});

export {};
