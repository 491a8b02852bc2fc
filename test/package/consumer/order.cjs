/** Orders a rental for an account, as any client would, and answers the status of the answer. */
exports.order = async account => {
  const { status } = await fetch(`${account.baseUrl}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
  });
  return status;
};
