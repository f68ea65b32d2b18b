import { useT } from '../core/texts.tsx';

/** First tab stop: skips header and menu. */
export function SkipLink() {
  const t = useT();
  const skip = () => document.getElementById('main')?.focus();
  return (
    <a
      className="phr-skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        skip();
      }}
    >
      {t('app.skip')}
    </a>
  );
}
