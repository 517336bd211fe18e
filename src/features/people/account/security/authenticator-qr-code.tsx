/** The picture that an authenticator app reads, drawn here: what it says never leaves the browser. */
import { QRCodeSVG } from '@rc-component/qrcode';

export function AppPicture({ value }: { value: string }) {
  return <QRCodeSVG value={value} level="M" size={168} title="Picture for your authenticator app" />;
}
