import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PersonBanner } from './person-banner.tsx';
import { PersonFor } from './person-for.tsx';
import { relationWords } from './relation.tsx';
import { renderUi } from './render-ui.tsx';

test('[UX-06] the banner names the person and the relationship and leads back', async () => {
  let back = 0;
  renderUi(
    <PersonBanner
      name="NGUYỄN THỊ ÁNH"
      relationship="NMTH"
      onBack={() => {
        back += 1;
      }}
    />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Đang xem hồ sơ của NGUYỄN THỊ ÁNH (Mẹ)');
  await userEvent.click(screen.getByRole('button', { name: 'Về hồ sơ của tôi' }));
  expect(back).toBe(1);
});

test('[UX-06] the banner says when the record may only be looked at', () => {
  renderUi(<PersonBanner name="NGUYỄN THỊ ÁNH" relationship="NMTH" viewOnly onBack={() => undefined} />);
  expect(screen.getByRole('status')).toHaveTextContent('Đang xem hồ sơ của NGUYỄN THỊ ÁNH (Mẹ) · Chỉ xem');
});

test('[UX-06] forms say for whom they are', () => {
  renderUi(<PersonFor name="NGUYỄN THỊ ÁNH" relationship="NMTH" />, { locale: 'en-US' });
  expect(screen.getByText('For: NGUYỄN THỊ ÁNH (Mother)')).toBeInTheDocument();
});

test('an unknown relationship is never shown raw', () => {
  expect(relationWords('XYZ', (key) => key)).toBe('common.other');
  expect(relationWords('SON', (key) => key)).toBe('rel.SON');
});
