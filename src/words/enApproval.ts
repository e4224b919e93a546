/** The words of the form in which another person approves with a code. */
export const approval = {
  approvalTitle: 'Approval needed',
  approvalCode: 'Approval code',
  approve: 'Approve and send',
  approvalCancel: 'Cancel',
  approvalMissing: 'Enter the code.',
  /** If the host gives no reason of its own. */
  approvalWrong: 'The code was not accepted.',
};

export type ApprovalLabels = typeof approval;
