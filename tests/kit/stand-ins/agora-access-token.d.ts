/** Agora's own token parser, which its package contains but does not declare. */
declare module 'agora-token/src/AccessToken2' {
  export interface ServiceRtc {
    readonly __channel_name: Buffer;
    readonly __uid: Buffer;
    /** Seconds from the issue of the token, by the number of the privilege. */
    readonly __privileges: Record<number, number>;
  }

  export class AccessToken2 {
    constructor(appId: string, appCertificate: string, issueTs: number, expire: number);
    readonly appId: Buffer;
    readonly issueTs: number;
    readonly expire: number;
    readonly services: unknown[];
    from_string(token: string): boolean;
    verifySignature(appCertificate: string): boolean;
  }
}
