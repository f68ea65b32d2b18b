import { lazyPart } from '../core/lazy-screen.tsx';
import type { OpenMenu } from './open-menu.tsx';

/** The menu as a sheet on phones, loaded when opened. */
export const MenuSheet = lazyPart<Parameters<typeof OpenMenu>[0]>(
  async () => (await import(/* webpackChunkName: "add" */ './open-menu.tsx')).OpenMenu,
);
