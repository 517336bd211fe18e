/** The QR code for an authenticator app, drawn in the browser so that the secret is not sent elsewhere. */
import { QRCodeSVG } from '@rc-component/qrcode';

export function AuthenticatorQrCode({ value }: { value: string }) {
  return <QRCodeSVG value={value} level="M" size={168} title="QR code for your authenticator app" />;
}
