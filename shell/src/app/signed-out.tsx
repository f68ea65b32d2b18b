import type { ComponentType } from 'react';
import { PartnerScreen, UtmScreen } from '../features/entry/entry.view.tsx';
import { RegisterOrgScreen } from '../features/entry/register-org.view.tsx';
import { PhoneToVerifyScreen } from '../features/phone-verify/phone-to-verify.view.tsx';
import { PhoneVerifyScreen } from '../features/phone-verify/phone-verify.view.tsx';
import { QuickInScreen, SignupScreen } from '../features/signup/signup.view.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

const SCREENS: Readonly<Record<string, ComponentType>> = {
  signup: SignupScreen,
  'quick-in': QuickInScreen,
  'phone-verify': PhoneVerifyScreen,
  'phone-to-verify': PhoneToVerifyScreen,
  'register-org': RegisterOrgScreen,
  partner: PartnerScreen,
  utm: UtmScreen,
};

/** Account screens other than sign-in itself; loaded separately. */
export function AccountScreen({ screen }: { readonly screen: string }) {
  const Own = SCREENS[screen];
  return Own === undefined ? null : <Own key={screen} />;
}

/** The same without a token, where no frame guards unsaved input. */
export function SignedOutScreen({ screen }: { readonly screen: string }) {
  return (
    <>
      <AccountScreen screen={screen} />
      <LeaveDialog />
    </>
  );
}
