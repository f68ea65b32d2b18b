import { lazyPart } from '../../core/lazy-screen.tsx';
import type { SignOutDialog } from './sign-out-dialog.view.tsx';

/** The sign-out dialog, loaded when opened. */
export const SigningOut = lazyPart<Parameters<typeof SignOutDialog>[0]>(
  async () => (await import(/* webpackChunkName: "sign-out" */ './sign-out-dialog.view.tsx')).SignOutDialog,
);
