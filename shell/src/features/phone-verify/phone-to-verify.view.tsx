import { Card } from '@phr/ui/card';
import { TextField } from '@phr/ui/text-field';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { useForm } from '../../core/forms/use-form.tsx';
import { useTransientForm } from '../../core/forms/use-text-form.tsx';
import { checkMobile } from './phone-verify.model.ts';

const EMPTY = { mobile: '' };

/** Asks for the number to confirm and sends a code; same response for known and unknown numbers (D-18). */
export function PhoneToVerifyScreen() {
  const t = useT();
  const { accounts, accountMemory, navigation } = useShell();
  const draft = useTransientForm('phone-to-verify', EMPTY);
  const title = t('screen.phone-to-verify');
  const state = useForm({
    title,
    draft,
    check: checkMobile,
    fieldOf: { InvalidPhoneNumber: 'mobile' },
    async send(owner) {
      const { id, left } = await accounts.requestCode(owner, 'anonymous');
      draft.done();
      accountMemory.keepVerifying(owner);
      accountMemory.keepCode({ ...owner, otpId: id, left });
      navigation.replace('/phone-verify');
    },
  });
  return (
    <Screen title={title} backHref="/signin" note={t('otp.toVerifyLead')}>
      <Card>
        <FormFrame state={state} submitLabel={t('otp.send')}>
          <TextField
            id={state.idOf('mobile')}
            label={t('signup.mobile')}
            hint={t('otp.limit')}
            type="tel"
            value={state.form.mobile}
            error={state.errorOf('mobile')}
            onChange={(mobile) => state.change({ mobile })}
            autoComplete="tel"
            maxLength={20}
            enterKeyHint="send"
          />
        </FormFrame>
      </Card>
    </Screen>
  );
}
