import { errorNotice } from '@phr/http/error-notice';
import { storedPhone } from '@phr/fhir/phone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formatPhone } from '@phr/ui/format';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { TextField } from '@phr/ui/text-field';
import { useEffect, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { useForm } from '../../core/forms/use-form.tsx';
import { useTransientForm } from '../../core/forms/use-text-form.tsx';
import type { PendingCode, VerifyingUser } from '../../services/account/account-memory.ts';
import { checkCode, codeOf, RESEND_SECONDS } from './phone-verify.model.ts';
import css from './phone-verify.module.css';

const EMPTY = { code: '' };

/** Confirms a phone number with a code: after sign-up (then to sign-in), or for the signed-in account (then back). */
export function PhoneVerifyScreen() {
  const t = useT();
  const { auth, patients, accountMemory } = useShell();
  const isSignedIn = useStore(auth.status) === 'signed-in';
  const user = useStore(patients.user);
  const phone = storedPhone(useStore(patients.accountPhone) ?? user?.userName ?? '');
  const [pending, setPending] = useState(() => accountMemory.code());
  const [verifying] = useState(() => accountMemory.verifying());
  // a code lives as long as this page (SIGN-06)
  useEffect(() => () => accountMemory.dropCode(), [accountMemory]);

  const own: VerifyingUser | undefined =
    user === undefined || phone === undefined ? undefined : { userName: user.userName, phoneNumber: phone };
  const owner = isSignedIn ? own : (pending ?? verifying);
  const wait = (code: PendingCode) => {
    accountMemory.keepCode(code);
    setPending(code);
  };
  return (
    <Screen title={t('screen.phone-verify')} backHref={isSignedIn ? '/profile' : '/signin'}>
      <Card>
        {isSignedIn && user?.phoneNumberVerified === true ? (
          <Notice type="success">{t('dash.phoneVerified')}</Notice>
        ) : owner === undefined ? (
          <Missing />
        ) : pending === undefined ? (
          <AskForCode owner={owner} isSignedIn={isSignedIn} onSent={wait} />
        ) : (
          <EnterCode key={pending.otpId} pending={pending} isSignedIn={isSignedIn} onSent={wait} />
        )}
      </Card>
    </Screen>
  );
}

/** Shown if there is no number to confirm (SIGN-15). */
function Missing() {
  const t = useT();
  return (
    <>
      <Notice type="error" announce="alert">
        {t('error.verifyingUserMissing')}
      </Notice>
      <Support />
      <LinkButton wide href="/phone-to-verify">
        {t('signin.otpVerify')}
      </LinkButton>
    </>
  );
}

interface PartProps {
  readonly isSignedIn: boolean;
  readonly onSent: (code: PendingCode) => void;
}

/** No code sent, or the page was left since: send one on request only, as there are just two. */
function AskForCode({ owner, ...props }: PartProps & { readonly owner: VerifyingUser }) {
  const { t, locale } = useTexts();
  const { send, busy, failure } = useRequest(owner, props);
  return (
    <>
      <p>{t('otp.willSend', { phone: formatPhone(owner.phoneNumber, locale) })}</p>
      <p>{t('otp.limit')}</p>
      {failure !== undefined && (
        <>
          <Notice type="error" announce="alert">
            {failure}
          </Notice>
          <Support />
        </>
      )}
      <Button variant="primary" wide busy={busy} onClick={send}>
        {t('otp.send')}
      </Button>
    </>
  );
}

function EnterCode({ pending, ...props }: PartProps & { readonly pending: PendingCode }) {
  const { t, locale } = useTexts();
  const { accounts, accountMemory, patients, navigation, notifications } = useShell();
  const { isSignedIn } = props;
  // a sign-up's code assigns the number to the new account
  const isOfNewAccount = !isSignedIn && pending.left === undefined;
  const draft = useTransientForm('phone-verify', EMPTY);
  const state = useForm({
    title: t('screen.phone-verify'),
    draft,
    check: checkCode,
    fieldOf: { InvalidToken: 'code' },
    async send(code) {
      if (isSignedIn) {
        await accounts.verifyCode(pending.otpId, code);
        await patients.reload();
      } else {
        await accounts.confirmPhone({ userName: pending.userName, otpId: pending.otpId, code });
        accountMemory.dropVerifying(pending.userName);
        accountMemory.keepProof(pending.otpId);
      }
      draft.done();
      notifications.show({ type: 'success', title: t('toast.phoneVerified') });
      if (isSignedIn) navigation.back('/profile');
      else navigation.replace('/signin');
    },
  });
  return (
    <>
      <p role="status">
        {t('otp.sentTo')} <strong>{formatPhone(pending.phoneNumber, locale)}</strong>. {t('otp.leave')}.
      </p>
      {isOfNewAccount && <p>{t('otp.otherAccount')}</p>}
      <FormFrame state={state} submitLabel={t('otp.verify')}>
        <TextField
          id={state.idOf('code')}
          label={t('otp.enter')}
          hint={t('otp.life')}
          value={state.form.code}
          error={state.errorOf('code')}
          onChange={(typed) => state.change({ code: codeOf(typed) })}
          inputMode="numeric"
          autoComplete="one-time-code"
          width="medium"
          enterKeyHint="done"
          spellCheck={false}
        />
      </FormFrame>
      <Resend pending={pending} {...props} />
    </>
  );
}

/** Resends once, after a minute; then refers to support (SIGN-05). */
function Resend({ pending, ...props }: PartProps & { readonly pending: PendingCode }) {
  const t = useT();
  const { send, busy, failure } = useRequest(pending, props);
  const seconds = useCountdown(RESEND_SECONDS);
  const isLast = pending.left === 0;
  return (
    <section className={css.resend} aria-label={t('otp.notReceived')}>
      <p>
        {t('otp.notReceived')} {t('otp.limit')}.
      </p>
      {failure !== undefined && (
        <Notice type="error" announce="alert">
          {failure}
        </Notice>
      )}
      {isLast || failure !== undefined ? (
        <Support />
      ) : (
        <Button dense busy={busy} disabled={seconds > 0} onClick={send}>
          {seconds > 0 ? t('otp.resendIn', { seconds }) : t('otp.resend')}
        </Button>
      )}
    </section>
  );
}

function Support() {
  const { t, locale } = useTexts();
  const {
    config: { supportPhone },
  } = useShell();
  if (supportPhone === '') return null;
  return (
    <p className={css.support}>
      {t('help.contact')}: <a href={`tel:${supportPhone.replace(/\s/g, '')}`}>{formatPhone(supportPhone, locale)}</a>
    </p>
  );
}

function useRequest(owner: VerifyingUser, { isSignedIn, onSent }: PartProps) {
  const { find } = useTexts();
  const { accounts } = useShell();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = (): void => {
    setBusy(true);
    setFailure(undefined);
    accounts
      .requestCode({ userName: owner.userName, phoneNumber: owner.phoneNumber }, isSignedIn ? 'signed-in' : 'anonymous')
      .then(
        ({ id, left }) => onSent({ userName: owner.userName, phoneNumber: owner.phoneNumber, otpId: id, left }),
        (error: unknown) => setFailure(errorNotice(error, find).title),
      )
      .finally(() => setBusy(false));
  };
  return { send, busy, failure };
}

/** Remaining seconds, by a monotonic clock. */
function useCountdown(from: number): number {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => {
      const now = Math.max(0, from - Math.floor((performance.now() - start) / 1_000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [from]);
  return left;
}
