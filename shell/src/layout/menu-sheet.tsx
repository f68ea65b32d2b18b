import { lazyPart } from '../core/lazy-screen.tsx';
import type { OpenMenu } from './open-menu.tsx';

/** The owner's menu as a sheet of a phone, fetched when it opens. */
export const MenuSheet = lazyPart<Parameters<typeof OpenMenu>[0]>(
  async () => (await import(/* webpackChunkName: "add" */ './open-menu.tsx')).OpenMenu,
);
