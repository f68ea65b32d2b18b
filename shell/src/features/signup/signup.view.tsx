import { dayOf, deviceZone } from '@phr/time/zone';
import { Card } from '@phr/ui/card';
import { DateField } from '@phr/ui/date-field';
import { Link } from '@phr/ui/link';
import { TextField } from '@phr/ui/text-field';
import { useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { type FormState, useForm } from '../../core/forms/use-form.tsx';
import { useTransientForm } from '../../core/forms/use-text-form.tsx';
import { isComplete, signUpParamsOf, type SignUpParams } from '../../services/account/sign-up-params.ts';
import { checkSignup, EMPTY_SIGNUP, type SignupEntry } from './signup.model.ts';
import { PasswordField } from './password-field.view.tsx';

const FIELD_OF = {
  DuplicateUserName: 'mobile',
  InvalidPhoneNumber: 'mobile',
  INVALID_REFERRAL: 'referralCode',
  PASSWORD_REFUSED: 'password',
  userName: 'mobile',
  phoneNumber: 'mobile',
};

/**
 * Creates an account, then confirms its phone number (NAV-01). With a valid referral code also registers the encounter
 * (NAV-05).
 */
export function SignupScreen() {
  return <Signup screen="signup" />;
}

/** Short sign-up from an organisation's link or QR code: its codes are stored until a profile exists (SIGN-17). */
export function QuickInScreen() {
  return <Signup screen="quick-in" />;
}

function Signup({ screen }: { readonly screen: 'signup' | 'quick-in' }) {
  const t = useT();
  const { accountMemory, navigation } = useShell();
  const { pathname, search } = useStore(navigation.location);
  // parameters when the screen opened, or earlier on another screen
  const [params] = useState<SignUpParams>(() => ({ ...accountMemory.entry(), ...signUpParamsOf(pathname + search) }));
  const isQuick = screen === 'quick-in';
  const asksBirthDate = isQuick && params.codeType !== undefined;
  const title = t(`screen.${screen}`);
  const draft = useTransientForm(screen, EMPTY_SIGNUP);

  const register = useRegister(isQuick, params, draft.done);

  const state = useForm({
    title,
    draft,
    check: (form) => checkSignup(form, asksBirthDate, dayOf(Date.now(), deviceZone())),
    send: register,
    fieldOf: FIELD_OF,
  });
  return (
    <Screen title={title} backHref="/signin" note={t(isQuick ? 'quickIn.lead' : 'signup.lead')}>
      <Card>
        <FormFrame
          state={state}
          submitLabel={t('signin.createAccount')}
          aside={
            <p>
              {t('signup.haveAccount')} <Link href="/signin">{t('signin.login')}</Link>
            </p>
          }
        >
          <SignupFields state={state} isQuick={isQuick} asksBirthDate={asksBirthDate} />
        </FormFrame>
      </Card>
    </Screen>
  );
}

/** Creates the account, with a referral's encounter; then leads to phone confirmation, or back to sign-in. */
function useRegister(isQuick: boolean, params: SignUpParams, onDone: () => void) {
  const t = useT();
  const { accounts, accountMemory, navigation, notifications } = useShell();
  return async ({ user, referralCode }: SignupEntry, idFor: (write: string) => string): Promise<void> => {
    const referral = referralCode === undefined ? undefined : await accounts.referral(referralCode);
    const registered =
      referral === undefined
        ? await accounts.signUp(user, idFor('sign-up'))
        : await accounts.quickEncounter(
            {
              ...user,
              code: referral.code,
              ...(referral.scheduleCode !== undefined && { scheduleCode: referral.scheduleCode }),
              ...(params.codeType !== undefined && { encounterType: params.codeType }),
              ...(params.enrollmentCode !== undefined && { enrollmentCode: params.enrollmentCode }),
              ...(params.orgCode !== undefined && { orgCode: params.orgCode }),
            },
            idFor('quick-encounter'),
          );
    onDone();
    accountMemory.keepParams(registered.userName, params);
    accountMemory.keepVerifying(registered);
    // a code was sent: it is valid while this page lives, including from the sign-in screen
    accountMemory.keepCode(registered);
    if (referral !== undefined) {
      notifications.show({ type: 'success', title: t('toast.referralSent') });
      navigation.replace('/signin');
    } else if (isQuick) {
      notifications.show({ type: 'success', title: t('toast.quickRegistered') });
      if (isComplete(params)) navigation.back('/signin');
      else navigation.replace('/signin');
    } else {
      notifications.show({ type: 'success', title: t('toast.registered') });
      navigation.replace('/phone-verify');
    }
  };
}

interface SignupFieldsProps {
  readonly state: FormState<typeof EMPTY_SIGNUP>;
  readonly isQuick: boolean;
  readonly asksBirthDate: boolean;
}

function SignupFields({ state, isQuick, asksBirthDate }: SignupFieldsProps) {
  const t = useT();
  const { form, change, idOf, errorOf } = state;
  return (
    <>
      <TextField
        id={idOf('fullName')}
        label={t('signup.fullName')}
        value={form.fullName}
        error={errorOf('fullName')}
        onChange={(fullName) => change({ fullName })}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={100}
        enterKeyHint="next"
      />
      <TextField
        id={idOf('mobile')}
        label={t('signup.mobile')}
        hint={t('signup.mobileHint')}
        type="tel"
        value={form.mobile}
        error={errorOf('mobile')}
        onChange={(mobile) => change({ mobile })}
        autoComplete="tel"
        maxLength={20}
        enterKeyHint="next"
      />
      {asksBirthDate && (
        <DateField
          id={idOf('birthDate')}
          label={t('profile.birthDate')}
          value={form.birthDate}
          error={errorOf('birthDate')}
          onChange={(birthDate) => change({ birthDate })}
          autoComplete="bday"
          enterKeyHint="next"
        />
      )}
      <PasswordFields state={state} isLast={isQuick} />
      {!isQuick && (
        <TextField
          id={idOf('referralCode')}
          label={t('signup.referralCode')}
          hint={t('signup.referralHint')}
          optional
          value={form.referralCode}
          error={errorOf('referralCode')}
          onChange={(referralCode) => change({ referralCode })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          enterKeyHint="done"
        />
      )}
    </>
  );
}

/** The password and its repetition. */
function PasswordFields({
  state: { form, change, idOf, errorOf },
  isLast,
}: Pick<SignupFieldsProps, 'state'> & { readonly isLast: boolean }) {
  const t = useT();
  return (
    <>
      <PasswordField
        id={idOf('password')}
        label={t('signup.password')}
        hint={t('signup.passwordHint')}
        value={form.password}
        error={errorOf('password')}
        onChange={(password) => change({ password })}
        enterKeyHint="next"
      />
      <PasswordField
        id={idOf('confirm')}
        label={t('signup.confirmPassword')}
        value={form.confirm}
        error={errorOf('confirm')}
        onChange={(confirm) => change({ confirm })}
        enterKeyHint={isLast ? 'done' : 'next'}
      />
    </>
  );
}
