import type { Config } from '../../kit/config.ts';
import { serviceOrigins } from './security-headers.ts';

/** Origins of the pages of a partner that is in force. */
export type FindPartner = (id: string) => Promise<{ readonly origins: readonly string[] } | undefined>;

/** Our own page in a frame of a partner's page, for pages that can hold no view themselves. */
export const framePage = {
  /** Only pages of the partner may frame it, and it runs nothing but the embed. A page that isolates itself may hold it, too. */
  headers: (config: Config, origins: readonly string[]): Readonly<Record<string, string>> => ({
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "font-src 'self'",
      ["connect-src 'self'", ...serviceOrigins(config)].join(' '),
      "worker-src 'self' blob:",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${origins.join(' ')}`,
      "require-trusted-types-for 'script'",
      'trusted-types phr-embed',
    ].join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  }),

  /** Origins are known to hold no quotes: they come from addresses that were read as such. */
  text: (version: string, origins: readonly string[]): string => `<!doctype html>
<html lang="vi" data-phr-origins="${origins.join(' ')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sổ sức khỏe</title>
</head>
<body>
<main></main>
<script src="/embed/${version}/phr-embed.js"></script>
<script src="/embed/${version}/phr-frame.js"></script>
</body>
</html>
`,
};
