import { IconButton } from '@phr/ui/icon-button';
import { IconHide, IconShow } from '@phr/ui/icons';
import { TextField, type TextFieldProps } from '@phr/ui/text-field';
import { useState } from 'react';
import { useT } from '../../core/texts.tsx';

/** A new password field with a show button. */
export function PasswordField(field: Omit<TextFieldProps, 'type' | 'action' | 'autoComplete'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      action={
        <IconButton
          icon={shown ? IconHide : IconShow}
          label={t(shown ? 'signup.hidePassword' : 'signup.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
