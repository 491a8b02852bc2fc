// Buys Energy with the generated client for Java. See README.md.

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.model.InsufficientBalanceError;
import org.openapitools.client.model.OrderRequest;

public class Buy {
    static final String RECIPIENT = "TSandboxRecipientxxxxxxxxxxxvU7EX1";
    static final String WITHOUT_THE_BALANCE = "TPaymentRequiredxxxxxxxxxxxxvntz6v";

    static OrdersApi ordersApi() {
        URI sandbox = URI.create(System.getenv("ENERGY_SANDBOX_URL"));
        String authorization = "Bearer " + System.getenv("ENERGY_SANDBOX_API_KEY");
        ApiClient client = new ApiClient();
        client.setScheme(sandbox.getScheme()).setHost(sandbox.getHost()).setPort(sandbox.getPort());
        client.setBasePath("");
        client.setRequestInterceptor(request -> request.header("Authorization", authorization));
        return new OrdersApi(client);
    }

    static OrderRequest order(String externalId, String address) {
        return new OrderRequest().externalId(externalId).packageId(1L).address(address);
    }

    /** The signature is that of exactly the bytes received. */
    static boolean isSigned(byte[] body, String header, String secret) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] words) throws Exception {
        OrdersApi orders = ordersApi();
        var placed = orders.createOrderWithHttpInfo(order("java-1", RECIPIENT));
        System.out.println("placed " + placed.getStatusCode() + " " + placed.getData().getData().getStatus());
        try {
            orders.createOrder(order("java-2", WITHOUT_THE_BALANCE));
        } catch (ApiException refused) {
            var error = new ObjectMapper().readValue(refused.getResponseBody(), InsufficientBalanceError.class);
            System.out.println("refused " + refused.getCode() + " " + error.getError());
        }
        byte[] body = System.in.readAllBytes();
        String secret = System.getenv("ENERGY_SANDBOX_WEBHOOK_SECRET");
        System.out.println("signed " + isSigned(body, System.getenv("WEBHOOK_SIGNATURE"), secret));
    }
}
