import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page, PageLink } from './pdf-engine.port.ts';
import { find } from './pdf-viewer.model.ts';
import css from './pdf-viewer.module.css';

const HIGHLIGHT = 'phr-found';

interface PdfPageProps {
  readonly page: Page;
  /** CSS pixels per page point. */
  readonly scale: number;
  readonly query: string;
}

/** A page: drawn near the viewport, otherwise an empty sheet of equal size. */
export function PdfPage({ page, scale, query }: PdfPageProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [drawn, setDrawn] = useState(0);
  const [failed, setFailed] = useState(false);
  const [links, setLinks] = useState<readonly PageLink[]>([]);

  useEffect(() => {
    if (!sheet.current) return undefined;
    const watch = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '600px',
    });
    watch.observe(sheet.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (!near || !canvas.current || !text.current) return undefined;
    const abort = new AbortController();
    const target = { canvas: canvas.current, text: text.current };
    page.draw(target, scale, abort.signal).then(
      () => {
        if (!abort.signal.aborted) {
          setFailed(false);
          setDrawn((count) => count + 1);
        }
      },
      () => setFailed(true),
    );
    page.links().then(
      (found) => {
        if (!abort.signal.aborted) setLinks(found);
      },
      () => undefined,
    );
    return () => abort.abort();
  }, [near, page, scale]);

  useEffect(() => {
    if (!near || drawn === 0 || !text.current) return undefined;
    return highlight(text.current, query);
  }, [near, drawn, query]);

  return (
    <li
      ref={sheet}
      className={css.page}
      aria-label={t('viewer.pageOf', { page: page.number })}
      data-page={page.number}
      data-drawn={near && drawn > 0 ? '' : undefined}
      style={{ inlineSize: page.width * scale, blockSize: page.height * scale }}
    >
      {near && <canvas ref={canvas} className={css.canvas} aria-hidden="true" />}
      {near && <div ref={text} className={css.text} style={{ ['--total-scale-factor' as string]: scale }} />}
      {near &&
        links.map(({ href, box }) => (
          <a
            key={`${href} ${box.left} ${box.top}`}
            className={css.link}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('viewer.link', { address: href })}
            style={{
              insetInlineStart: box.left * scale,
              insetBlockStart: box.top * scale,
              inlineSize: box.width * scale,
              blockSize: box.height * scale,
            }}
          />
        ))}
      {near && failed && (
        <p className={css.pageNote} role="alert">
          {t('viewer.pageBroken', { page: page.number })}
        </p>
      )}
    </li>
  );
}

/** Highlights matches in a drawn page without changing its elements. */
function highlight(layer: HTMLElement, query: string): (() => void) | undefined {
  // Chromium 105, Safari 17.2, Firefox 140; otherwise only count and jump work
  if (!('highlights' in CSS)) return undefined;
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let all = '';
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: all.length });
    all += `${node.data}${node.parentElement?.nextElementSibling?.tagName === 'BR' ? ' ' : ''}`;
  }
  const place = (offset: number) => {
    const holder = nodes.findLast(({ from }) => from <= offset);
    return holder && { node: holder.node, offset: Math.min(offset - holder.from, holder.node.length) };
  };
  const marks = CSS.highlights.get(HIGHLIGHT) ?? new Highlight();
  CSS.highlights.set(HIGHLIGHT, marks);
  const own = find(all, query).flatMap(({ from, to }) => {
    const [start, end] = [place(from), place(to)];
    if (!start || !end) return [];
    const range = new Range();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    return [range];
  });
  for (const range of own) marks.add(range);
  return () => {
    for (const range of own) marks.delete(range);
  };
}
