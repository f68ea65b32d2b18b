import { useSettings } from '@phr/module-kit/host';
import { formatPhone } from '@phr/ui/format';

/** A clickable phone number. Vietnamese numbers with country code are shown in national format. */
export function PhoneLink({ phone }: { readonly phone: string }) {
  const { locale } = useSettings();
  const digits = phone.replaceAll(/[^\d+]/g, '');
  const rest = /^\+?84(\d{9,10})$/.exec(digits)?.[1];
  return (
    <a href={`tel:${rest === undefined ? digits : `+84${rest}`}`}>
      {formatPhone(rest === undefined ? phone : `0${rest}`, locale)}
    </a>
  );
}
