import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { AvatarField } from './avatar-field.view.tsx';
import type { PhotoChange } from './photo.api.ts';

// jsdom cannot decode or draw images
const JPEG = `data:image/jpeg;base64,${btoa('\xff\xd8\xff')}`;
beforeEach(() => {
  Object.assign(window, { createImageBitmap: async () => ({ width: 400, height: 300 }) });
  Object.assign(URL, { createObjectURL: () => 'blob:cut' });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null, toDataURL: () => JPEG });
});

function Form() {
  const [change, setChange] = useState<PhotoChange>({ kind: 'keep' });
  return (
    <>
      <AvatarField name="LÊ NAM" change={change} onChange={setChange} />
      <input aria-label="Email" />
      <output>{change.kind}</output>
    </>
  );
}

test('a cropped picture enters the form at once, and typing on keeps the focus', async () => {
  const { shell } = await createFakeShell();
  const { container } = renderIn(shell, <Form />);
  const [file] = container.querySelectorAll('input[type="file"]');
  const png = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'anh.png', { type: 'image/png' });
  // jsdom files have no readable slices
  Object.assign(png, { slice: () => ({ arrayBuffer: async () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47).buffer }) });
  if (file !== undefined) fireEvent.change(file, { target: { files: [png] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Chọn' }));
  // no awaiting from here on: everything must happen within the click
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('new');
  const field = screen.getByRole('textbox', { name: 'Email' });
  field.focus();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(document.activeElement).toBe(field);
});

test('a picture that cannot be read is refused in words', async () => {
  const { shell } = await createFakeShell();
  const { container } = renderIn(shell, <Form />);
  const [file] = container.querySelectorAll('input[type="file"]');
  const away = Object.assign(new File(['x'], 'anh.png', { type: 'image/png' }), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  });
  if (file !== undefined) fireEvent.change(file, { target: { files: [away] } });
  expect(await screen.findByText('Không đọc được tệp ảnh này, hãy chọn lại')).toBeInTheDocument();
});
