/** What ACCESS does for the deployment: it stores what must be seen everywhere at once. */
export interface AccessObject {
  isSessionEnded(id: string): Promise<boolean>
  /** Ends a session. @param until when it would have ended at the latest, epoch milliseconds */
  endSession(id: string, until: number): Promise<void>
}

/** The name of the one object of the deployment. */
export const ACCESS_NAME = 'access'
