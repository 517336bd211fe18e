/** Bounces, complaints and automatic replies in the standard formats. */
interface BounceFields {
  /** The return path of the original mail. */
  path: string;
  status?: string;
  action?: string;
  diagnosis?: string;
}

/** A delivery status notification (RFC 3464), as Postfix writes it. */
export const deliveryStatusNotification = ({
  path,
  status = '5.1.1',
  action = 'failed',
  diagnosis = `smtp; 550 ${status} no such user`,
}: BounceFields): string =>
  `Return-Path: <>
Delivered-To: ${path}
Received: by mail.example.com (Postfix) id 4C2A7; Mon, 4 May 2026 10:00:00 +0000
Date: Mon, 4 May 2026 10:00:00 +0000
From: MAILER-DAEMON@mail.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${path}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.example.com.

--B1
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
Arrival-Date: Mon,  4 May 2026 09:59:58 +0000

Final-Recipient: rfc822; them@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: ${diagnosis}
    (in reply to RCPT TO command)

--B1
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: no-reply@example.com
To: them@example.org
Subject: Hello

Hello

--B1--
`;

/** A complaint in the abuse reporting format (RFC 5965). */
export const complaint = (path: string): string =>
  `From: <abusedesk@example.org>
Date: Mon, 4 May 2026 11:00:00 +0000
Subject: FW: Hello
To: <abuse@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="B2"

--B2
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.

--B2
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${path}>

--B2
Content-Type: message/rfc822

From: no-reply@example.com
To: them@example.org
Subject: Hello

Hello

--B2--
`;

/** An automatic out-of-office reply. */
export const outOfOfficeReply = (path: string): string =>
  `From: <them@example.org>
To: <${path}>
Date: Mon, 4 May 2026 12:00:00 +0000
Subject: Away
Content-Type: text/plain

I am away until Monday.
`;
