import { useT } from '../core/texts.tsx';
import css from './layout.module.css';

/** First stop of the Tab key: past header and menu. */
export function SkipLink() {
  const t = useT();
  const skip = () => document.getElementById('main')?.focus();
  return (
    <a
      className={css.skip}
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
