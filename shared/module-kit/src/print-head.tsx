import { ageInMonths } from '@phr/time/age';
import { dayOf, deviceZone } from '@phr/time/zone';
import { formatDate, formatInstant } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { usePrinting } from '@phr/ui/use-printing';
import { useLayoutEffect, useMemo, useState } from 'react';
import { usePatient } from './host.tsx';

/** Printed page header: whose record it is, birth date, and print date (UX-20). */
export function PrintHead() {
  return usePrinting() ? <Head /> : null;
}

/** Whose record is printed, and when. Infants' age is in months (D-31). */
export function usePrintWords(): string {
  const { locale, text } = useUi();
  const { name, birthDate } = usePatient().viewed ?? {};
  const [now] = useState(() => Date.now());
  const months = ageInMonths(birthDate, dayOf(now, deviceZone()));
  const age =
    months === undefined || months >= 24
      ? ''
      : ` (${new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' }).format(months)})`;
  return [
    name,
    birthDate && `${text('print.born', { date: formatDate(birthDate, locale) })}${age}`,
    text('print.at', { time: formatInstant(now, locale) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Head() {
  const { overlayRoot } = useUi();
  const words = usePrintWords();
  // page margins of a partner's page are the partner's
  const isOwnPage = overlayRoot === undefined || overlayRoot.getRootNode() === document;
  const sheet = useMemo(() => (isOwnPage ? marginSheet(words) : undefined), [isOwnPage, words]);

  useLayoutEffect(() => {
    if (sheet === undefined) return undefined;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [sheet]);

  return sheet === undefined ? <p>{words}</p> : null;
}

// page margins do not inherit from the page
const FONT = `'Noto Sans Variable', sans-serif`;

/** A sheet with text in the upper page margin and the page number below; undefined without margin box support. */
function marginSheet(words: string): CSSStyleSheet | undefined {
  if (!('replaceSync' in CSSStyleSheet.prototype)) return undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page { @top-left { content: ${quoted(words)}; font: 9pt ${FONT}; inline-size: 100%; } @bottom-right { content: counter(page) " / " counter(pages); font: 9pt ${FONT}; } }`,
  );
  const [page] = sheet.cssRules;
  return page?.cssText.includes('@top-left') === true ? sheet : undefined;
}

/** Quotes a CSS string. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}
