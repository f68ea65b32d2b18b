import type { Notice } from '@phr/contract/host-api';
import type { EmbedOptions } from './options.ts';

/** What a partner's page may say of a view in our frame; all of it are words, none is a token. */
export type FramedView = Pick<
  EmbedOptions,
  'module' | 'view' | 'path' | 'patient' | 'locale' | 'colorMode' | 'headingLevel' | 'input'
>;

/** From the page to our frame. A code is used once, holds 60 s and is bound to the page's origin, so that it may pass in a message. */
export type ToFrame =
  | { readonly phr: 'start'; readonly view: FramedView }
  | { readonly phr: 'code'; readonly code: unknown }
  | { readonly phr: 'locale'; readonly locale: NonNullable<EmbedOptions['locale']> }
  | { readonly phr: 'color-mode'; readonly colorMode: 'light' | 'dark' };

/** From our frame to the page. */
export type FromFrame =
  | { readonly phr: 'ready' }
  | { readonly phr: 'size'; readonly height: number }
  | { readonly phr: 'code-wanted' }
  | { readonly phr: 'navigate'; readonly screen: string; readonly params: Readonly<Record<string, string>> }
  | { readonly phr: 'notice'; readonly notice: Notice }
  | { readonly phr: 'signin' }
  | { readonly phr: 'error'; readonly code: string; readonly message: string };

/** Characters of the longest message; no word of ours is near it. */
const LIMIT = 65_536;

/** A message of ours in what came from another window; undefined for everything else. */
export function messageIn<T extends { readonly phr: string }>(data: unknown): T | undefined {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'phr') && isShort(data)
    ? (data as T)
    : undefined;
}

function isShort(data: object): boolean {
  try {
    return JSON.stringify(data).length <= LIMIT;
  } catch {
    // what holds itself is none of ours
    return false;
  }
}
