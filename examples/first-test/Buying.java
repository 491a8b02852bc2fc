import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

class Buying {
    static final String SANDBOX = System.getenv("ENERGY_SANDBOX_URL");
    static final HttpClient HTTP = HttpClient.newHttpClient();

    static String call(String method, String path, String body, String key) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(SANDBOX + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + key)
            .method(method, BodyPublishers.ofString(body))
            .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }

    // Use your JSON library instead.
    static String field(String name, String json) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new AssertionError("no " + name + " in " + json);
        return found.group(1);
    }

    public static void main(String[] args) throws Exception {
        // In JUnit, put this into @BeforeEach …
        var key = field("api_key", call("POST", "/_sandbox/accounts", """
            {"clock":"manual","idle_ttl":"10m"}""", ""));

        // … this into the @Test …
        call("POST", "/api/v1/order/", """
            {"external_id":"one","package_id":1,"address":"TSandboxRecipientxxxxxxxxxxxvU7EX1"}""", key);
        call("POST", "/_sandbox/accounts/me/clock/advance", "{\"until\":\"order.delegated\"}", key);
        var status = field("status", call("GET", "/api/v1/status/?external_id=one", "", key));
        if (!status.equals("delegated")) throw new AssertionError("expected delegated, got " + status);

        // … and this into @AfterEach.
        call("DELETE", "/_sandbox/accounts/me", "", key);
    }
}
