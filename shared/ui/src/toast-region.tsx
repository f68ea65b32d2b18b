import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { useUiText } from '@phr/ui/ui-text';
import buttonCss from './button.module.css';
import { classNames } from './class-names.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icons.tsx';
import { NOTICE_ICONS } from './notice.tsx';
import css from './toast-region.module.css';
import type { Toast, Toaster } from './toaster.tsx';

/**
 * The page's toasts (UX-25): top right below the bars, on phones at the bottom. Errors interrupt (role alert), others
 * wait (role status). Hover or focus pauses all timers, but not a pointer that happens to rest where a toast appears.
 * Toasts are above modal dialogs and clickable there.
 */
export function ToastRegion({ toaster }: { readonly toaster: Toaster }) {
  const text = useUiText();
  const toasts = useSyncExternalStore(toaster.subscribe, toaster.toasts);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(undefined);
  const news = useRef<HTMLDivElement>(null);
  const layer = useTopLayer(toasts);
  useLayoutEffect(() => {
    if (news.current) lift(news.current);
  }, [toasts]);

  const enter = (event: FocusEvent) => {
    setFocused(true);
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from;
  };
  const leave = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setFocused(false);
  };
  const close = (id: number) => {
    const holdsFocus = region.current?.contains(region.current.ownerDocument.activeElement) === true;
    toaster.dismiss(id);
    setFocused(false);
    setHovered(false);
    if (holdsFocus) cameFrom.current?.focus();
  };

  const item = (toast: Toast) => (
    <ToastItem key={toast.id} toast={toast} paused={hovered || focused} onEnd={() => close(toast.id)} />
  );
  return createPortal(
    <section
      ref={region}
      className={css.region}
      aria-label={text('toast.region')}
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={enter}
      onBlur={leave}
    >
      <div className={css.group}>{toasts.filter((toast) => toast.type === 'error').map(item)}</div>
      <div ref={news} className={classNames(css.group, css.news)} role="status" aria-atomic="false">
        {toasts.filter((toast) => toast.type !== 'error').map(item)}
      </div>
    </section>,
    layer,
  );
}

/**
 * Container of the toasts. A popover, to be in the top layer, inside the open modal dialog, as everything outside is
 * inert. Moved as a whole, so timers continue.
 */
function useTopLayer(toasts: readonly Toast[]): HTMLElement {
  const [layer] = useState(() => {
    const element = document.createElement('div');
    element.className = css.layer ?? '';
    element.setAttribute('popover', 'manual');
    return element;
  });
  useLayoutEffect(() => {
    const dialogs = new MutationObserver(() => placeOnTop(layer));
    dialogs.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => {
      dialogs.disconnect();
      layer.remove();
    };
  }, [layer]);
  useLayoutEffect(() => placeOnTop(layer), [layer, toasts]);
  return layer;
}

function placeOnTop(layer: HTMLElement): void {
  if (layer.contains(document.activeElement)) return;
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')];
  const place =
    open.find((dialog) => dialog === document.activeElement?.closest('dialog')) ?? open.at(-1) ?? document.body;
  if (layer.parentElement === place) return;
  place.append(layer);
  // without popover support it relies on its z-index
  layer.showPopover?.();
}

/** On phones: moves toasts above the current button if they would cover it. */
function lift(news: HTMLElement): void {
  news.style.removeProperty('--lift');
  const toasts = news.getBoundingClientRect();
  const covered = [...news.ownerDocument.querySelectorAll(`[type="submit"], .${buttonCss.primary}`)]
    .map((button) => button.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > top && top < toasts.bottom && bottom > toasts.top);
  if (covered.length > 0)
    news.style.setProperty('--lift', `${toasts.bottom - Math.min(...covered.map(({ top }) => top)) + 12}px`);
}

function ToastItem({
  toast,
  paused,
  onEnd,
}: {
  readonly toast: Toast;
  readonly paused: boolean;
  readonly onEnd: () => void;
}) {
  const text = useUiText();
  const { type, title, description, durationMs, action } = toast;
  useCountdown(durationMs, paused, onEnd);
  return (
    <div className={classNames(css.toast, css[type])} role={type === 'error' ? 'alert' : undefined}>
      <Icon of={NOTICE_ICONS[type]} />
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {description !== undefined && <p>{description}</p>}
        {action && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              action.onPress();
              onEnd();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <span className={css.close}>
        <IconButton icon={IconClose} label={text('toast.close')} onClick={onEnd} />
      </span>
    </div>
  );
}

/** Calls `onEnd` after this many milliseconds, excluding pauses. */
function useCountdown(durationMs: number, paused: boolean, onEnd: () => void): void {
  const left = useRef(durationMs);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (paused) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [paused]);
}
