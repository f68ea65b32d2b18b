import type { Config } from '../../kit/config.ts';
import { serviceOrigins } from './security-headers.ts';

/** Origins of the pages of a partner that is in force. */
export type FindPartner = (id: string) => Promise<{ readonly origins: readonly string[] } | undefined>;

/** Our page inside a partner's frame, for pages that cannot embed views directly. */
export const framePage = {
  /** Frameable by the partner's pages only, and runs nothing but the embed. Works in cross-origin isolated pages. */
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

  /** Origins contain no quotes: they were parsed from URLs. */
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
