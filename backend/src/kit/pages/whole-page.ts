import { html, type Html } from '../html.ts';
import { LOGO, STYLE_PATH } from './page-files.ts';

export interface PageParts {
  /** 'vi' */
  readonly lang: string;
  /** Without the name of the product, which follows it. */
  readonly title: string;
  readonly product: string;
  /** Beside the logo. */
  readonly header: Html | undefined;
  /** Main part and footer. */
  readonly body: Html;
  /** Additional style sheets. */
  readonly sheets?: readonly string[];
}

/** A complete server-rendered page in the app's style. */
export function wholePage({ lang, title, product, header, body, sheets = [] }: PageParts): string {
  return `<!doctype html>${
    html`
<html lang="${lang}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} – ${product}</title>
  ${[STYLE_PATH, ...sheets].map((sheet) => html`<link rel="stylesheet" href="${sheet}">`)}
</head>
<body>
  <header>
    <span class="product">${LOGO}${product}</span>
    ${header}
  </header>
  ${body}
</body>
</html>`.text
  }`;
}
