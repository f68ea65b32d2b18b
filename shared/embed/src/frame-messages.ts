import type { Notice } from '@phr/contract/host-api';
import type { EmbedOptions } from './options.ts';

/** Options of a framed view, sent as messages: text only, never a token. */
export type FramedView = Pick<
  EmbedOptions,
  'module' | 'view' | 'path' | 'patient' | 'locale' | 'colorMode' | 'headingLevel' | 'input'
>;

/**
 * Messages from the page to our frame. A code is single-use, valid 60 s and bound to the page's origin, so it may be
 * sent as a message.
 */
export type ToFrame =
  | { readonly phr: 'start'; readonly view: FramedView }
  | { readonly phr: 'code'; readonly code: unknown }
  | { readonly phr: 'locale'; readonly locale: NonNullable<EmbedOptions['locale']> }
  | { readonly phr: 'color-mode'; readonly colorMode: 'light' | 'dark' };

/** Messages from our frame to the page. */
export type FromFrame =
  | { readonly phr: 'ready' }
  | { readonly phr: 'size'; readonly height: number }
  | { readonly phr: 'code-wanted' }
  | { readonly phr: 'navigate'; readonly screen: string; readonly params: Readonly<Record<string, string>> }
  | { readonly phr: 'notice'; readonly notice: Notice }
  | { readonly phr: 'signin' }
  | { readonly phr: 'error'; readonly code: string; readonly message: string };

/** Maximum message length in characters; far above any of ours. */
const LIMIT = 65_536;

/** Parses a message from another window; undefined if it is not one of ours. */
export function messageIn<T extends { readonly phr: string }>(data: unknown): T | undefined {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'phr') && isShort(data)
    ? (data as T)
    : undefined;
}

function isShort(data: object): boolean {
  try {
    return JSON.stringify(data).length <= LIMIT;
  } catch {
    // a cyclic object is not one of ours
    return false;
  }
}
